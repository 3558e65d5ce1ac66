import BookOpen from 'lucide-react/icons/book-open'
import { useMemo } from 'react'
import { Router } from 'wouter'
import { useBrowserPlace } from '../location.ts'
import type { Plugin, PluginRoute, SidebarEntry } from '../plugin.ts'
import { checkPlugins, lastGroup, permittedRoutes, sidebarGroups } from '../registry.ts'
import { useSession } from '../session.ts'
import { Frame } from './frame.tsx'
import { documentation } from './product.ts'
import { usePulse } from './pulse.ts'

/** Every primitive in every state, in development builds only. */
const gallery: readonly PluginRoute[] = __DEV__
  ? [{ path: '/gallery', page: '/gallery', load: async () => ({ default: (await import('../gallery/gallery.tsx')).Gallery }) }]
  : []

const documentationEntry = (operator: boolean): SidebarEntry => ({
  label: 'Documentation',
  icon: BookOpen,
  href: documentation(operator),
  group: lastGroup,
})

const App = ({ plugins }: { plugins: readonly Plugin[] }) => {
  const session = useSession()
  usePulse()
  const routes = useMemo(() => [...permittedRoutes(plugins, session), ...gallery], [plugins, session])
  const groups = useMemo(() => sidebarGroups(plugins, session, [documentationEntry(session.operator)]), [plugins, session])
  return (
    <Router hook={useBrowserPlace}>
      <Frame routes={routes} groups={groups} />
    </Router>
  )
}

/** The signed-in console on a list of plugins. Throws when the list cannot be used, naming every problem. */
export const shell = (plugins: readonly Plugin[]) => {
  checkPlugins(plugins)
  return () => <App plugins={plugins} />
}
