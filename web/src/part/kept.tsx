// A part that is drawn anew only when one of its properties is another one: for rows of long lists, of
// which a click or the pointer changes one or two.
import { Component, type FunctionComponent } from 'preact';

export function isSame<T extends object>(a: T, b: T): boolean {
  const names = Object.keys(a) as (keyof T)[];
  return names.length === Object.keys(b).length && names.every((name) => Object.is(a[name], b[name]));
}

export function kept<P extends object>(Part: FunctionComponent<P>) {
  return class Kept extends Component<P> {
    override shouldComponentUpdate(next: Readonly<P>): boolean {
      return !isSame<object>(this.props, next);
    }
    override render(props: P) {
      return <Part {...props} />;
    }
  };
}
