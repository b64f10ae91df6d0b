// Text on coloured cells: whichever of two colours stands out more (WCAG's ratio of luminances).

type Rgb = readonly [number, number, number];

export function rgbOf(hex: string): Rgb {
  const n = Number.parseInt(hex.replace('#', ''), 16);
  return [(n >> 16) & 255, (n >> 8) & 255, n & 255];
}

export function mixed(from: Rgb, to: Rgb, share: number): Rgb {
  const at = (index: 0 | 1 | 2) => from[index] + (to[index] - from[index]) * share;
  return [at(0), at(1), at(2)];
}

function luminance(colour: Rgb): number {
  const linear = colour.map((each) => {
    const c = each / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * (linear[0] ?? 0) + 0.7152 * (linear[1] ?? 0) + 0.0722 * (linear[2] ?? 0);
}

export function contrast(a: Rgb, b: Rgb): number {
  const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

export function readableOn(ground: Rgb, first: string, second: string): string {
  return contrast(ground, rgbOf(first)) >= contrast(ground, rgbOf(second)) ? first : second;
}
