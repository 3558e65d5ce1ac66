import { assert, test } from '../../lib/suite.ts'
import { pluck } from '../../lib/pluck.ts'
import type { Plugin } from '../../../core/web/plugin.ts'
import { plugins } from '../../lib/plugins-of-browser.ts'

/** Whether the sidebar marks an entry on this route: its page or one of its paths begins the route's path. */
const isMarked = (path: string, { sidebar }: Pick<Plugin, 'sidebar'>) =>
  sidebar
    .flatMap(({ page = '', paths = [] }) => [page, ...paths])
    .filter((start) => start !== '')
    .some((start) => `${path}/`.startsWith(`${start}/`) || start.startsWith(`${path.replace(/\/\*\??$/, '')}/`))

test('every page of a plugin marks an entry of the sidebar', () => {
  for (const plugin of plugins.filter(({ sidebar }) => sidebar.length > 0)) {
    // pages without a frame show no sidebar
    const unmarked = plugin.routes.filter(({ layout, path }) => layout !== 'bare' && !isMarked(path, plugin))
    assert.equal(pluck(unmarked, 'path'), [], plugin.id)
  }
})
