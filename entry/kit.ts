// All entry points of the browser half in one script. The page's import map resolves their names, React and valtio to
// this script, so that a page has one instance of each.
export {
  Activity,
  Children,
  cloneElement,
  Component,
  createContext,
  createElement,
  createRef,
  default,
  forwardRef,
  Fragment,
  isValidElement,
  lazy,
  memo,
  Profiler,
  PureComponent,
  startTransition,
  StrictMode,
  Suspense,
  use,
  useActionState,
  useCallback,
  useContext,
  useDebugValue,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useId,
  useImperativeHandle,
  useInsertionEffect,
  useLayoutEffect,
  useMemo,
  useOptimistic,
  useReducer,
  useRef,
  useState,
  useSyncExternalStore,
  useTransition,
} from 'react'
export { createPortal, flushSync } from 'react-dom'
export { createRoot } from 'react-dom/client'
export { jsx, jsxs } from 'react/jsx-runtime'
export { proxy, ref, snapshot, subscribe, useSnapshot } from 'valtio'

export * from './protocol.ts'
export * from './ui.ts'
export { Search } from './ui.ts'
export * from './web.ts'

// for the parts of the core that are loaded on demand
export { onTheme, setTheme } from '../themes/theme.ts'
export { useServerAway } from '../core/web/connection.ts'
export { fuzzyMatch } from '../ui/fuzzy-match.ts'
export { actionLabel, joinRefusals } from '../core/protocol/missing-permissions.ts'
export { usePins } from '../ui/pins.ts'
export { currentEntry, refusePlugin, usablePlugins } from '../core/web/registry.ts'
export { readServer } from '../ui/servers.ts'
export { addLeaveGuard } from '../core/web/location.ts'
export { signOut } from '../core/web/session.ts'
export { createPageLoader, createConsole } from '../core/shell/app.tsx'
export { paletteKey, selectAllKey } from '../ui/shortcut-keys.ts'
export { recentPages } from '../ui/recent-pages.ts'
export { Sidebar } from '../core/shell/sidebar.tsx'
export { themes } from '../ui/theme-menu.tsx'
export { useTooltip } from '../ui/tooltip.tsx'
export { CHART_HEIGHT } from '../ui/chart-value.ts'
export { PluginIcon } from '../ui/plugin-icon.tsx'
export { LoadFailure } from '../ui/load-failure.tsx'
export { saveFile, toJson } from '../ui/table-file.ts'
export { setSingleKeys, singleKeys } from '../ui/single-key-shortcuts.ts'
export { useField } from '../ui/field.tsx'
export { focusPage } from '../ui/use-row-keys.ts'
