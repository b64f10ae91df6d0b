import { expect, it } from 'vitest';
import { hrefTo, parseRoute, withQuery } from './route';

it('comes back from its own link, whatever the parameters hold', () => {
  const label = ['model:a&b=c#d', 'lang:日本 %'];
  const route = parseRoute(hrefTo(['executions', 3], { label, against: 2 }));
  expect(route.path).toEqual(['executions', '3']);
  expect(route.query.getAll('label')).toEqual(label);
  expect(route.query.get('against')).toBe('2');
});

it('changes one parameter and keeps the others', () => {
  const route = parseRoute('#/executions/3?label=a%3A1&label=b%3A2&open=output');
  expect(withQuery(route, { open: null })).toBe('#/executions/3?label=a%3A1&label=b%3A2');
  expect(withQuery(route, { label: [] })).toBe('#/executions/3?open=output');
});

it('survives a mangled link', () => {
  expect(parseRoute('#/executions/%zz?x=%').path).toEqual(['executions', '%zz']);
  expect(parseRoute('').path).toEqual([]);
});
