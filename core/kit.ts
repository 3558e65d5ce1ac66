// Public API of the core for plugins, as one module of the page, so that each export exists once with one state. React
// and valtio are exported too, because a page must not have two copies of them.
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

export { coarse, crowded, helpOver, medium, narrow } from '../themes/media.ts'
export { matchPath } from './address.ts'
export { banners, say, sayFailure, sayOngoing } from './banners.ts'
export { base } from './base.ts'
export { core } from './calls.ts'
export { address, call, failureOf, sessionRefused, upload } from './client.ts'
export { connectionStrings } from './connection-strings.ts'
export { connection, doubt, untilBack } from './connection.ts'
export { del, get, post, put, stream } from './contract.ts'
export { useDialog } from './dialogs.tsx'
export { elapsed, goDuration, nanosecondsOf } from './elapsed.ts'
export { Failure, passesByItself } from './failure.ts'
export { lacks } from './features.ts'
export { asked, fitting, found } from './find.ts'
export { fold, holds } from './fold.ts'
export { follow } from './follow.ts'
export { bytes, count, date, duration, shortCount, shown, visible } from './format.ts'
export { useLeaveGuard } from './leave-guard.ts'
export { list, most, names, text, texts } from './limits.ts'
export { currentPlace, navigate, onPlace, plain, Redirect, segment, useQuery } from './location.ts'
export { MASK, masked, unmasked } from './masked.ts'
export { recall, remember } from './memory.ts'
export { onWire } from './moment.ts'
export { needsOf, refusalFor, unseenFor } from './needs.ts'
export { useMark } from './notices.ts'
export { panelForm, usePanels } from './panels.ts'
export { lastGroup } from './registry.ts'
export { restartStorage } from './restart.ts'
export { createRing } from './ring.ts'
export { allows, session, useSession } from './session.ts'
export { settingValue, TargetName } from './setting.ts'
export { Actions } from './ui/actions.tsx'
export { Banner, Cause, ErrorBanner } from './ui/banner.tsx'
export { Button, IconButton } from './ui/button.tsx'
export { readCapture } from './ui/capture.ts'
export { Card, Cards } from './ui/cards.tsx'
export { figure } from './ui/chart-figures.ts'
export { Chart } from './ui/chart.tsx'
export { Checkbox, Checks, ChoiceGroup, Radios, Switch } from './ui/choice.tsx'
export { classes } from './ui/classes.ts'
export { Code, JsonEditor, YamlEditor } from './ui/code.tsx'
export { Combo } from './ui/combo.tsx'
export { ask, confirm } from './ui/confirm.tsx'
export { CopyButton, useCopied } from './ui/copy.tsx'
export { DateInput } from './ui/date-input.tsx'
export { Details } from './ui/details.tsx'
export { Dialog } from './ui/dialog.tsx'
export { Diff } from './ui/diff.tsx'
export { Drawer } from './ui/drawer.tsx'
export { removeAll, toEach } from './ui/each.tsx'
export { Empty, LoadError, NoAccess } from './ui/empty.tsx'
export {
  Edited,
  Field,
  FieldContext,
  Note,
  NumberInput,
  SecretInput,
  Select,
  TextArea,
  TextInput,
} from './ui/field.tsx'
export { Figures } from './ui/figures.tsx'
export { FileButton, FileField } from './ui/file-field.tsx'
export { Filter, FilterChoices, Filters } from './ui/filters.tsx'
export { FormDialog } from './ui/form-dialog.tsx'
export { FormFields } from './ui/form.tsx'
export { Icon, Spinner } from './ui/icon.tsx'
export { InForce } from './ui/in-force.tsx'
export { jsonProblem } from './ui/json.ts'
export { Link } from './ui/link.tsx'
export { ListInput } from './ui/list-input.tsx'
export { saveCapture, useCaptureFile } from './ui/live-files.tsx'
export { LiveFacts, LivePage } from './ui/live-page.tsx'
export { dangerLast, Menu } from './ui/menu.tsx'
export { Middle } from './ui/middle.tsx'
export { MomentInput } from './ui/moment-input.tsx'
export { Names } from './ui/names.tsx'
export { Divider, Page, Spacer, Toolbar } from './ui/page.tsx'
export { Pager } from './ui/pager.tsx'
export { Progress, Share, UsageBar } from './ui/progress.tsx'
export { Search } from './ui/search.tsx'
export { Segmented } from './ui/segmented.tsx'
export { Selected } from './ui/selected.tsx'
export { settingEntry } from './ui/setting-entry.ts'
export { Skeleton } from './ui/skeleton.tsx'
export { Badge, Badges, Count, Glyph, Status } from './ui/status.tsx'
export { csv, saveText } from './ui/table-file.ts'
export { useWidth } from './ui/table-fit.ts'
export { FootTools } from './ui/table-foot.tsx'
export { matching, sorted } from './ui/table-order.ts'
export { useTableView } from './ui/table-view.ts'
export { Table } from './ui/table.tsx'
export { Tabs } from './ui/tabs.tsx'
export { Tooltip } from './ui/tooltip.tsx'
export { TwoLines } from './ui/two-lines.tsx'
export { useBulk } from './ui/use-bulk.ts'
export { useForm } from './ui/use-form.ts'
export { KEPT, useLive } from './ui/use-live.ts'
export { useMedia, useNarrow } from './ui/use-narrow.ts'
export { useRefresh } from './ui/use-refresh.ts'
export { capitalised, counted, noneWithin } from './ui/words.ts'
export { useCall } from './use-call.ts'
export { useFeed } from './use-feed.ts'
export { useFollowed, withOne } from './use-followed.ts'
export { useLack } from './use-lack.ts'
export { useCallRefusals, useMaySome, useRefusals } from './use-may.ts'
export { useRecovery } from './use-recovery.ts'

// for the gallery and the parts of the core that are loaded on demand
export { onTheme, setTheme } from '../themes/theme.ts'
export { useAway } from './connection.ts'
export { match } from './match.ts'
export { actionWords, joinRefusals } from './needs.ts'
export { currentEntry } from './registry.ts'
export { signOut } from './session.ts'
export { pageOf, shell } from './shell/app.tsx'
export { paletteKey, selectAllKey } from './shell/keys.ts'
export { placesOf } from './shell/recent.ts'
export { Sidebar } from './shell/sidebar.tsx'
export { themes } from './shell/theme-menu.tsx'
export { timeLabels } from './ui/chart-figures.ts'
export { LoadFailure } from './ui/load-failure.tsx'
export { RadixDialog, RadixMenu } from './ui/radix.ts'
export { json } from './ui/table-file.ts'
export { StreamTable } from './ui/stream-table.tsx'
export { setSingleKeys, singleKeys } from './ui/typing.ts'
export { useMay, usePermittedCalls } from './use-may.ts'
