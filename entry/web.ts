export { default as pMap } from 'p-map'
export { banners, showToast, showError, showProgress } from '../core/web/toasts.ts'
export { base } from '../core/web/base.ts'
export { address, call, failureOf, reportUnauthorized, upload } from '../core/web/client.ts'
export { connection, reportUnreachable, waitUntilBack } from '../core/web/connection.ts'
export { subscribeFeed } from '../core/web/subscribe-feed.ts'
export { useLink } from '../core/web/links.ts'
export {
  currentLocation,
  navigate,
  onNavigate,
  Redirect,
  setQuery,
  useQuery,
} from '../core/web/location.ts'
export { getPreference, setPreference, storedName } from '../core/web/preferences.ts'
export { callAt, readTicket, servers, withServer } from '../ui/servers.ts'
export { useNoticeBadge } from '../core/web/notices.ts'
export { isFormPanel, panelForm, usePanels } from '../core/web/panels.ts'
export type {
  AccessPanel,
  DialogProps,
  NoticeTools,
  FormPanel,
  Notice,
  ObjectViewer,
  PageProps,
  PanelForm,
  Plugin,
  PluginLink,
  Search,
  SectionChange,
  SectionPanel,
  SettingsPanel,
  PublishNotices,
  ViewedObject,
  ViewerProps,
} from '../core/web/plugin.ts'
export { refusedPlugins } from '../core/web/registry.ts'
export { returnAddress, useReturn, withReturn } from '../ui/return-path.ts'
export { restartStorageServer } from '../core/web/restart.ts'
export { canOpenPage, refreshSession, session, useSession } from '../core/web/session.ts'
export { type CallState, useCall } from '../core/web/use-call.ts'
export { useFeed } from '../core/web/use-feed.ts'
export { useLiveList, upsert } from '../ui/use-live-list.ts'
export { useMissingFeature } from '../core/web/use-missing-feature.ts'
export {
  useCallRefusals,
  usePermissions,
  useHasAnyPermission,
  usePermittedCalls,
  useRefusals,
} from '../core/web/use-permissions.ts'
export { useRecovery } from '../core/web/use-recovery.ts'
export { useViewers } from '../core/web/viewers.ts'
export { useDialog } from '../ui/dialogs.tsx'
export { useLeaveGuard } from '../ui/use-leave-guard.ts'
