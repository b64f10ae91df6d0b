// A click is answered by a frame at once; what is large comes behind it. In what order things are shown
// is looked at here, how long they take is not.
import { expect, settled, test } from './fixtures';

declare global {
  interface Window {
    seen: string[];
  }
}

test('a click leads to a frame, then to the page, then to its pictures, where frames are late', async ({
  page,
  demo,
  faults: _,
}) => {
  // A busy machine: each frame comes long after the server's answers.
  await page.addInitScript(() => {
    window.seen = [];
    const see = (what: string) => {
      if (window.seen.at(-1) !== what) window.seen.push(what);
    };
    const soon = window.requestAnimationFrame.bind(window);
    window.requestAnimationFrame = (call) =>
      window.setTimeout(() => {
        soon((at) => {
          see('frame');
          call(at);
        });
      }, 400);
    window.cancelAnimationFrame = (frame) => window.clearTimeout(frame);
    const once = (what: string, selector: string) => {
      if (!window.seen.includes(what) && document.querySelector(selector)) see(what);
    };
    new MutationObserver(() => {
      once('waiting', '.waiting');
      once('page', '.family');
      if (window.seen.includes('page')) once('picture', '.chart canvas');
    }).observe(document, { subtree: true, childList: true });
  });
  await page.goto(`${demo.server.url}/#/`);
  await settled(page);
  await page.evaluate(() => {
    window.seen = [];
  });
  await page.locator('tbody a').first().click();
  await expect(page.locator('.chart canvas').first()).toBeVisible();
  await expect(page.locator('.family').first()).toBeVisible();
  await settled(page);
  const seen = await page.evaluate(() => window.seen);
  expect(seen.slice(seen.indexOf('waiting'), seen.indexOf('picture') + 1)).toEqual([
    'waiting',
    'frame',
    'page',
    'frame',
    'picture',
  ]);
});
