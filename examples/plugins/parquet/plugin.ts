import type { Plugin } from 'stowage/web'

export default {
  id: 'parquet',
  routes: [],
  sidebar: [],
  viewers: [
    {
      id: 'parquet',
      label: 'Table',
      types: ['application/vnd.apache.parquet'],
      load: () => import('./table.tsx'),
    },
  ],
} satisfies Plugin
