import Menu from 'lucide-react/icons/menu'
import { useCallback, useEffect, useMemo, useRef, useState, type ComponentType } from 'react'
import { useSnapshot } from 'valtio'
import { matchRoute, Redirect, useRouter } from 'wouter'
import { titleAt } from '../protocol/address.ts'
import { medium } from '../../themes/media.ts'
import { banners, showError } from '../web/toasts.ts'
import { displayName } from '../protocol/format.ts'
import { useCurrentLocation } from '../web/location.ts'
import { getPreference, setPreference } from '../web/preferences.ts'
import type { Source } from '../web/notices.ts'
import type { PageProps, PluginRoute, SearchSection } from '../web/plugin.ts'
import { currentEntry, firstPath, type EntryGroup, type ClosedRoute } from '../web/registry.ts'
import { useSession } from '../web/session.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Confirms } from '../../ui/confirm.tsx'
import { PageFrame } from '../../ui/page.tsx'
import { LoadingLine } from '../../ui/progress.tsx'
import { Toasts } from '../../ui/toasts.tsx'
import { useMedia } from '../../ui/use-narrow.ts'
import { useScrollRestoration } from './restore-scroll.ts'
import * as styles from './frame.css.ts'
import { useEntryKeys, useShortcut } from '../../ui/keys.ts'
import { preload } from './lazy.ts'
import { Forbidden, NoRights } from './forbidden.tsx'
import { NotFound } from './not-found.tsx'
import { Outlet } from './outlet.tsx'
import type { OverlayName, OverProps } from './overlays.tsx'
import { pageTitle } from './product.ts'
import { NoticeStrip } from './notices.tsx'
import { OutageStrip } from './outage.tsx'
import { recordVisit } from '../../ui/recent-pages.ts'
import { DemonstrationStrip } from './demonstration.tsx'
import { RestartStrip } from './restart.tsx'
import { WriteFailureStrip } from './write-failure-strip.tsx'
import { Sidebar } from './sidebar.tsx'
import * as sidebarStyles from './sidebar.css.ts'

type FrameProps = {
  routes: readonly PluginRoute[]
  closed: readonly ClosedRoute[]
  groups: readonly EntryGroup[]
  searches: readonly SearchSection[]
  notices: readonly Source[]
}

/** The route that matches a raw path, and its parameters. */
const useMatchedRoute = <Route extends { path: string }>(routes: readonly Route[], path: string) => {
  const { parser } = useRouter()
  return useMemo(() => {
    for (const route of routes) {
      const [matches, params] = matchRoute(parser, route.path, path)
      if (matches) return { route, params: params as PageProps['params'] }
    }
    return undefined
  }, [parser, routes, path])
}

/** State of the overlay (menu, palette or shortcuts), whose code is loaded on first use. */
const useOverlay = () => {
  const [over, setOver] = useState<{ name: OverlayName; Over: ComponentType<OverProps> }>()
  const show = useCallback((name: OverlayName) => {
    import('./overlays.tsx').then(({ Overlay }) => setOver({ name, Over: Overlay }), showError)
  }, [])
  const close = useCallback(() => setOver(undefined), [])
  return { over, show, close }
}

/** Sidebar state as it was left; on narrow screens collapsed until it is opened there. */
const useSidebarLook = () => {
  const little = useMedia(medium)
  const [stored, setStored] = useState(getPreference('sidebar') === 'closed' ? 'closed' : 'open')
  const [opened, setOpened] = useState(false)
  const look = (little ? opened : stored === 'open') ? 'open' : 'closed'
  const toggle = () => {
    const next = look === 'open' ? 'closed' : 'open'
    if (little) return setOpened(next === 'open')
    setPreference('sidebar', next)
    setStored(next)
  }
  return [look, toggle] as const
}

/** A live region, because it is outside the page's landmarks. */
const Line = () => (
  <div aria-live="polite">
    <LoadingLine percent={useSnapshot(banners).progress} />
  </div>
)

const Strips = ({ notices }: Pick<FrameProps, 'notices'>) => (
  <>
    <OutageStrip />
    <RestartStrip />
    <WriteFailureStrip />
    <NoticeStrip sources={notices} />
    <DemonstrationStrip />
  </>
)

/** The signed-in window: sidebar, page and overlays. */
export const Frame = ({ routes, closed, groups, searches, notices }: FrameProps) => {
  const session = useSession()
  const { operator, rights, account } = session
  const { path } = useCurrentLocation()
  const found = useMatchedRoute(routes, path)
  const shut = useMatchedRoute(closed, path)
  const home = firstPath(routes, session)
  const title = found?.route.title
    ? titleAt(found.route.title, found.params)
    : (currentEntry(groups, path)?.label ?? '')
  const bare = found?.route.layout === 'bare'

  const frame = useRef<HTMLDivElement>(null)
  const onArrive = useScrollRestoration(frame)
  const [look, toggle] = useSidebarLook()
  const { over, show, close } = useOverlay()
  useShortcut('palette', () => show('palette'))
  useShortcut('help', () => show('shortcuts'))
  useEntryKeys(groups, currentEntry(groups, path))
  useEffect(close, [path, close])
  useEffect(() => {
    if (found) recordVisit(account, found, path)
  }, [account, found, path])

  const page = useMemo(() => {
    const start = !bare && (
      <span className={styles.menuButton}>
        <IconButton icon={Menu} label="Menu" onPress={() => show('menu')} />
      </span>
    )
    return {
      start,
      below: <Strips notices={notices} />,
      onTitle: (title: string) => void (document.title = pageTitle(title, operator)),
    }
  }, [bare, operator, show, notices])

  const sidebar = {
    groups,
    notices,
    onFind: () => show('palette'),
    onPoint: (to: string) => routes.filter((route) => route.path === to).forEach(({ load }) => preload(load)),
  }

  if (home && (path === '/' || path === '/login')) return <Redirect to={home} replace />
  return (
    <PageFrame value={page}>
      <div className={styles.layout[bare ? 'bare' : look]}>
        <div className={styles.skip}>
          <Button onPress={() => frame.current?.querySelector('h1')?.focus()}>Skip to content</Button>
        </div>
        {!bare && (
          <aside className={sidebarStyles.side[look]}>
            <Sidebar {...sidebar} look={look} onToggle={toggle} />
          </aside>
        )}
        <div className={styles.frame} ref={frame}>
          <Line />
          {!found && shut ? (
            <Forbidden {...shut.route} title={displayName(titleAt(shut.route.title, shut.params))} />
          ) : !found ? (
            <NotFound home={home} />
          ) : rights === 'none' && path === home ? (
            <NoRights title={displayName(title)} />
          ) : (
            <Outlet {...found} title={displayName(title)} at={path} onArrive={onArrive} />
          )}
        </div>
      </div>
      {over && <over.Over name={over.name} {...{ routes, groups, searches, sidebar }} onClose={close} onShow={show} />}
      <Confirms />
      <Toasts />
    </PageFrame>
  )
}
