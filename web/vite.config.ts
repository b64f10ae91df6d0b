import { defineConfig, type Plugin } from 'vite';

// The pictures' engine is fetched beside the page's own script, not after it.
const preloadCharts: Plugin = {
  name: 'preload-charts',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle = {} }) =>
      Object.keys(bundle)
        .filter((file) => file.startsWith('assets/charts-'))
        .map((file) => ({
          tag: 'link',
          attrs: { rel: 'modulepreload', crossorigin: true, href: `./${file}` },
          injectTo: 'head',
        })),
  },
};

export default defineConfig({
  // Relative addresses: the dashboard works below any path of a proxy.
  base: './',
  plugins: [preloadCharts],
  esbuild: { jsx: 'automatic', jsxImportSource: 'preact', legalComments: 'none' },
  build: {
    outDir: '../build/web/dist',
    emptyOutDir: true,
    target: 'es2021',
    assetsInlineLimit: 0, // no data: addresses, so that the Content-Security-Policy stays strict
    modulePreload: { polyfill: false }, // the polyfill would be one more script to allow
    chunkSizeWarningLimit: 700,
    rollupOptions: {
      output: {
        manualChunks: (id: string) =>
          id.includes('node_modules/echarts') || id.includes('node_modules/zrender') ? 'charts' : undefined,
      },
    },
  },
  server: {
    proxy: { '/api': 'http://127.0.0.1:8000', '/openapi.json': 'http://127.0.0.1:8000' },
  },
});
