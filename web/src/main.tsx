import { render } from 'preact';
import { App } from './app';
import { keepDroppedFilesOut } from './page/import';
import { keepScroll } from './scroll';
import { applyTheme, storedTheme } from './theme';

applyTheme(storedTheme());
keepDroppedFilesOut();
keepScroll();
const place = document.getElementById('app');
if (place) {
  place.replaceChildren();
  render(<App />, place);
}
