import type { ServerPlugin } from 'stowage/server'
import { type Page, pages } from './contract.ts'

export default { id: 'gallery', pages, routes: [] } satisfies ServerPlugin<Page>
