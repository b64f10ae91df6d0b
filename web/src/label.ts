// A label in an address and in the API's parameter `label`: name:value. A colon that belongs to the
// name is written \:, and a backslash of the name \\; the value stands as it is.

export interface Label {
  name: string;
  value: string;
}

export function labelText({ name, value }: Label): string {
  return `${name.replace(/[\\:]/g, (c) => `\\${c}`)}:${value}`;
}

// Without a colon it is the name of a label whose value is empty, as the server reads it.
export function labelOf(text: string): Label {
  let name = '';
  for (let at = 0; at < text.length; at += 1) {
    const c = text.charAt(at);
    const next = text.charAt(at + 1);
    if (c === '\\' && (next === '\\' || next === ':')) {
      name += next;
      at += 1;
    } else if (c === ':') {
      return { name, value: text.slice(at + 1) };
    } else {
      name += c;
    }
  }
  return { name, value: '' };
}

// The labels asked for, with one name's value replaced; null takes the name out.
export function withLabel(labels: readonly string[], name: string, value: string | null): string[] {
  const others = labels.filter((each) => labelOf(each).name !== name);
  return value === null ? others : [...others, labelText({ name, value })];
}
