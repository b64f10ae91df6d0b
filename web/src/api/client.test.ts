import { expect, it } from 'vitest';
import { addressOf, problemOf, readJson } from './client';

it('asks beside the page, never at a root', () => {
  expect(
    addressOf('/api/v1/executions/{execution_id}', {
      path: { execution_id: 3 },
      query: { label: ['a:1', 'b:2'], name: '', since: null },
    }),
  ).toBe('./api/v1/executions/3?label=a%3A1&label=b%3A2');
});

it('makes a sentence of whatever went wrong', () => {
  const told = problemOf(
    422,
    '',
    '{"title": "Unprocessable Content", "detail": "/name is long", "errors": [{"field": "/name", "message": "is long"}]}',
  );
  expect([told.title, told.message, told.errors[0]?.field]).toEqual([
    'Unprocessable Content',
    '/name is long',
    '/name',
  ]);
  expect(problemOf(502, 'Bad Gateway', '<html>').message).toContain('502 (Bad Gateway)');
});

it('tells its own refusal from that of a proxy before the server', () => {
  expect(problemOf(401, 'Unauthorized', '{"status": 401, "title": "Unauthorized"}').isPlumbs).toBe(true);
  expect(problemOf(401, 'Unauthorized', '<h1>Who are you?</h1>').isPlumbs).toBe(false);
  expect(problemOf(401, 'Unauthorized', '{"error": "login_required"}').isPlumbs).toBe(false);
});

it('an answer that is no JSON is told in a sentence, and one without content is none', () => {
  expect(readJson({ status: 200, text: '{"id": 3}' })).toEqual({ id: 3 });
  expect(readJson({ status: 204, text: '' })).toBeUndefined();
  for (const text of ['<h1>Welcome to the network</h1>', ''])
    expect(() => readJson({ status: 200, text })).toThrow('The answer is not what Plumb sends');
});
