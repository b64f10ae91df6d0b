import { render } from 'preact';
import { App } from './app';
import { keepDroppedFilesOut } from './page/import';
import { applyTheme, storedTheme } from './theme';

applyTheme(storedTheme());
keepDroppedFilesOut();
const place = document.getElementById('app');
if (place) {
  place.replaceChildren();
  render(<App />, place);
}
