import Menu from 'lucide-react/icons/menu'
import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ComponentType,
  type SyntheticEvent,
} from 'react'
import { useSnapshot } from 'valtio'
import { matchRoute, Redirect, useRouter } from 'wouter'
import { fillTitle } from '../protocol/address.ts'
import { medium } from '../../themes/media.ts'
import { banners, showError } from '../web/toasts.ts'
import { displayName } from '../protocol/format.ts'
import { useCurrentLocation } from '../web/location.ts'
import { getPreference, setPreference } from '../web/preferences.ts'
import type { SidebarNoticeSource } from '../web/notices.ts'
import type { PageProps, PluginRoute, SearchSection } from '../web/plugin.ts'
import { currentEntry, firstPath, type EntryGroup, type ClosedRoute } from '../web/registry.ts'
import { useSession } from '../web/session.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { ConfirmDialogs } from '../../ui/confirm.tsx'
import { dialogScript } from '../../ui/dialog-on-demand.tsx'
import { PageFrame } from '../../ui/page.tsx'
import { LoadingLine } from '../../ui/progress.tsx'
import { useLostFocus } from '../../ui/lost-focus.ts'
import { Toasts } from '../../ui/toasts.tsx'
import { useMediaQuery } from '../../ui/use-narrow.ts'
import { usePrinting } from '../../ui/use-printing.ts'
import './print.css.ts'
import { useScrollRestoration } from './restore-scroll.ts'
import * as styles from './frame.css.ts'
import { useEntryKeys, useShortcut } from '../../ui/shortcut-keys.ts'
import { preload } from './lazy.ts'
import { Forbidden, NoPermissions } from './forbidden.tsx'
import { NotFound } from './not-found.tsx'
import { Outlet } from './outlet.tsx'
import type { OverlayName, OverlayProps } from './overlays.tsx'
import { pageTitle } from '../../ui/product.ts'
import { NoticeStrip } from './notice-strip.tsx'
import { OutageStrip } from './outage-strip.tsx'
import { recordVisit } from '../../ui/recent-pages.ts'
import { DemonstrationStrip } from './demonstration-strip.tsx'
import { RestartStrip } from './restart-strip.tsx'
import { WriteFailureStrip } from './write-failure-strip.tsx'
import { Sidebar } from './sidebar.tsx'
import * as sidebarStyles from './sidebar.css.ts'

type FrameProps = {
  routes: readonly PluginRoute[]
  closed: readonly ClosedRoute[]
  groups: readonly EntryGroup[]
  searches: readonly SearchSection[]
  notices: readonly SidebarNoticeSource[]
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
  const [overlay, setOverlay] = useState<{ name: OverlayName; Component: ComponentType<OverlayProps> }>()
  const show = useCallback((name: OverlayName) => {
    import('./overlays.tsx').then(({ Overlay }) => setOverlay({ name, Component: Overlay }), showError)
  }, [])
  const close = useCallback(() => setOverlay(undefined), [])
  return { overlay, show, close }
}

/** Sidebar state as it was left; on narrow screens collapsed until it is opened there. */
const useSidebarState = () => {
  const isMedium = useMediaQuery(medium)
  const [stored, setStored] = useState(getPreference('sidebar') === 'closed' ? 'closed' : 'open')
  const [opened, setOpened] = useState(false)
  const state = (isMedium ? opened : stored === 'open') ? 'open' : 'closed'
  const toggle = () => {
    const nextState = state === 'open' ? 'closed' : 'open'
    if (isMedium) return setOpened(nextState === 'open')
    setPreference('sidebar', nextState)
    setStored(nextState)
  }
  return [state, toggle] as const
}

/** Prints with the light theme. */
const usePrintTheme = () => {
  const isPrinting = usePrinting()
  useLayoutEffect(() => {
    if (!isPrinting) return undefined
    document.documentElement.dataset.theme = 'light'
    // the page's first script applies the chosen theme again
    return () => void window.dispatchEvent(new Event('theme'))
  }, [isPrinting])
}

/** A live region, because it is outside the page's landmarks. */
const LoadingProgress = () => (
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
  const match = useMatchedRoute(routes, path)
  const closedMatch = useMatchedRoute(closed, path)
  const home = firstPath(routes, session)
  const title = match?.route.title
    ? fillTitle(match.route.title, match.params)
    : (currentEntry(groups, path)?.label ?? '')
  const isBare = match?.route.layout === 'bare'

  const frame = useRef<HTMLDivElement>(null)
  const onRendered = useScrollRestoration(frame)
  const [state, toggle] = useSidebarState()
  usePrintTheme()
  const { overlay, show, close } = useOverlay()
  useShortcut('palette', () => show('palette'))
  useShortcut('help', () => show('shortcuts'))
  useEntryKeys(groups, currentEntry(groups, path))
  useEffect(close, [path, close])
  useEffect(() => {
    if (match) recordVisit(account, match, path)
  }, [account, match, path])

  // other pages report when their code has loaded
  useEffect(() => void (match || onRendered()), [match, path, onRendered])

  useLostFocus()
  const page = useMemo(() => {
    const start = !isBare && (
      <span className={styles.menuButton}>
        <IconButton icon={Menu} label="Menu" onPress={() => show('menu')} />
      </span>
    )
    return {
      start,
      below: <Strips notices={notices} />,
      onTitle: (title: string) => void (document.title = pageTitle(title, operator)),
    }
  }, [isBare, operator, show, notices])

  const sidebar = {
    groups,
    notices,
    onFind: () => show('palette'),
    onPoint: (to: string) => routes.filter((route) => route.path === to).forEach(({ load }) => preload(load)),
  }

  const onReachButton = ({ target }: SyntheticEvent) =>
    target instanceof Element && target.closest('button, [role=menuitem]') && dialogScript.preload()

  if (home && (path === '/' || path === '/login')) return <Redirect to={home} replace />
  return (
    <PageFrame value={page}>
      <div className={styles.layout[isBare ? 'bare' : state]} onPointerOver={onReachButton} onFocus={onReachButton}>
        <div className={styles.skip}>
          <Button onPress={() => frame.current?.querySelector('h1')?.focus()}>Skip to content</Button>
        </div>
        {!isBare && (
          <aside className={sidebarStyles.side[state]}>
            <Sidebar {...sidebar} look={state} onToggle={toggle} />
          </aside>
        )}
        <div className={styles.frame} ref={frame}>
          <LoadingProgress />
          {!match && closedMatch ? (
            <Forbidden
              {...closedMatch.route}
              title={displayName(fillTitle(closedMatch.route.title, closedMatch.params))}
            />
          ) : !match ? (
            <NotFound home={home} isEmpty={!home && closed.every(({ inactive }) => inactive)} />
          ) : rights === 'none' && path === home ? (
            <NoPermissions title={displayName(title)} />
          ) : (
            <Outlet {...match} title={displayName(title)} at={path} onRendered={onRendered} />
          )}
        </div>
      </div>
      {overlay && (
        <overlay.Component
          name={overlay.name}
          {...{ routes, groups, searches, sidebar }}
          onClose={close}
          onShow={show}
        />
      )}
      <ConfirmDialogs />
      <Toasts />
    </PageFrame>
  )
}
