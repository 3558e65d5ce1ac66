import { licenseGroup } from '../protocol/license-group.ts'
import BookOpen from 'lucide-react/icons/book-open'
import LifeBuoy from 'lucide-react/icons/life-buoy'
import { useEffect, useMemo } from 'react'
import { Router } from 'wouter'
import { matchPath } from '../protocol/address.ts'
import { monitorServer } from '../web/connection.ts'
import { Dialogs } from '../../ui/dialogs.tsx'
import { Links } from '../web/links.ts'
import { useWouterLocation } from '../web/location.ts'
import { useNoticeSources } from '../web/notices.ts'
import { Panels } from '../web/panels.ts'
import type { Plugin, SidebarEntry } from '../web/plugin.ts'
import {
  activeViewers,
  closedRoutes,
  firstPath,
  permittedDialogs,
  permittedLinks,
  permittedNotices,
  permittedPanels,
  permittedRoutes,
  permittedSearches,
  sidebarGroups,
} from '../web/registry.ts'
import { session, useSession } from '../web/session.ts'
import { Viewers } from '../web/viewers.ts'
import { Frame } from './frame.tsx'
import { preload } from './lazy.ts'
import { branding, documentationUrl } from '../../ui/product.ts'
import { useSessionHeartbeat } from './session-heartbeat.ts'

const documentationEntry = (operator: boolean): SidebarEntry => ({
  label: 'Documentation',
  icon: BookOpen,
  href: documentationUrl(operator),
  group: licenseGroup,
})

const supportEntries: readonly SidebarEntry[] = branding.support
  ? [{ label: 'Support', icon: LifeBuoy, href: branding.support, group: licenseGroup }]
  : []

const App = ({ plugins }: { plugins: readonly Plugin[] }) => {
  const session = useSession()
  useEffect(monitorServer, [])
  useSessionHeartbeat()
  const routes = useMemo(() => permittedRoutes(plugins, session), [plugins, session])
  const groups = useMemo(
    () => sidebarGroups(plugins, session, [documentationEntry(session.operator), ...supportEntries]),
    [plugins, session],
  )
  const closed = useMemo(() => closedRoutes(plugins, session), [plugins, session])
  const searches = useMemo(() => permittedSearches(plugins, session), [plugins, session])
  const notices = useMemo(() => permittedNotices(plugins, session), [plugins, session])
  useNoticeSources(notices)
  const panels = useMemo(() => permittedPanels(plugins, session), [plugins, session])
  const dialogs = useMemo(() => permittedDialogs(plugins, session), [plugins, session])
  const links = useMemo(() => permittedLinks(plugins, session), [plugins, session])
  const viewers = useMemo(() => activeViewers(plugins, session), [plugins, session])
  return (
    <Router hook={useWouterLocation}>
      <Panels value={panels}>
        <Dialogs value={dialogs}>
          <Links value={links}>
            <Viewers value={viewers}>
              <Frame routes={routes} closed={closed} groups={groups} searches={searches} notices={notices} />
            </Viewers>
          </Links>
        </Dialogs>
      </Panels>
    </Router>
  )
}

/** The signed-in console with a list of plugins. */
export const createConsole = (plugins: readonly Plugin[]) => () => <App plugins={plugins} />

/** Loads the code of the page at a path; for an unknown path, that of the home page. */
export const createPageLoader = (plugins: readonly Plugin[]) => async (path: string) => {
  if (!session.value) return
  const routes = permittedRoutes(plugins, session.value)
  const at = path === '/' || path === '/login' ? firstPath(routes, session.value) : path
  const route = routes.find((route) => at !== undefined && matchPath(route.path, at))
  if (route) await preload(route.load)
}
