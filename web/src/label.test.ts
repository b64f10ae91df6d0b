import { expect, it } from 'vitest';
import { labelOf, labelText, withLabel } from './label';

it('a label comes back as it went, whatever its name holds', () => {
  for (const name of ['model', 'a:b', 'a\\', 'a\\:b', ':', '', 'a\\\\:'])
    for (const value of ['x', 'x:y', 'x\\:y', '', '\\'])
      expect(labelOf(labelText({ name, value }))).toEqual({ name, value });
});

it('a plain label is written as it always was', () => {
  expect(labelText({ name: 'model', value: 'bot:2' })).toBe('model:bot:2');
  expect(labelOf('model')).toEqual({ name: 'model', value: '' });
});

it('one value a name: a name that starts like another one is not it', () => {
  const labels = [labelText({ name: 'a', value: 'b:1' }), labelText({ name: 'a:b', value: '2' })];
  expect(withLabel(labels, 'a:b', '3')).toEqual(['a:b:1', 'a\\:b:3']);
  expect(withLabel(labels, 'a', null)).toEqual(['a\\:b:2']);
});
