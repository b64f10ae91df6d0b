import { render } from 'preact';
import { App } from './app';
import { applyTheme, storedTheme } from './theme';

applyTheme(storedTheme());
const place = document.getElementById('app');
if (place) {
  place.replaceChildren();
  render(<App />, place);
}
