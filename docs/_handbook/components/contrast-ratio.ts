/** Returns the contrast of two colors (`#rrggbb`) as defined by WCAG 2: from 1 to 21. */
export function contrastRatio(first: string, second: string): number {
  const [dark = 0, light = 0] = [luminance(first), luminance(second)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** Describes which texts a contrast is sufficient for. */
export function levelOf(ratio: number): string {
  if (ratio >= 7) return 'good for any text (AAA)';
  if (ratio >= 4.5) return 'good for text (AA)';
  return ratio >= 3 ? 'good for large text and icons only' : 'too little to read';
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const channel = Number.parseInt(color.slice(start, start + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
