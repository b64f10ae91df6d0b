import { expect, it } from 'vitest';
import { contrast, mixed, readableOn, rgbOf } from './contrast';

it('knows the ratio of black and white', () => {
  expect(contrast(rgbOf('#000000'), rgbOf('#ffffff'))).toBeCloseTo(21, 5);
  expect(contrast(rgbOf('#777777'), rgbOf('#777777'))).toBe(1);
});

it('takes the colour that can be read', () => {
  expect(readableOn(rgbOf('#2166ac'), '#1a2026', '#ffffff')).toBe('#ffffff');
  expect(readableOn(mixed(rgbOf('#ffffff'), rgbOf('#2166ac'), 0.2), '#1a2026', '#ffffff')).toBe('#1a2026');
});
