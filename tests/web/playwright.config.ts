// The dashboard in Debian's Chromium against a real `plumb serve`. One worker: the machine may have
// two cores and other work. What waits polls; nothing is read once right after a change.
import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  workers: 1,
  fullyParallel: false,
  timeout: 90_000,
  expect: { timeout: 20_000 },
  reporter: [['list']],
  outputDir: '../../build/web/walk',
  use: {
    browserName: 'chromium',
    launchOptions: {
      executablePath: process.env.PLUMB_CHROMIUM ?? '/usr/bin/chromium',
      chromiumSandbox: process.getuid?.() !== 0,
    },
    viewport: { width: 1280, height: 800 },
    contextOptions: { reducedMotion: 'reduce' },
    timezoneId: 'Asia/Tokyo',
    locale: 'en-GB',
    actionTimeout: 20_000,
  },
});
