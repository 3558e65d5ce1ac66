import type { Plugin } from 'stowage/web'
import type { Page } from './contract.ts'

export default {
  id: 'gallery',
  routes: [{ path: '/gallery', page: '/gallery', title: 'Gallery', load: () => import('./gallery.tsx') }],
  sidebar: [],
} satisfies Plugin<Page>
