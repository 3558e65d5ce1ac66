export { banners, showToast, showError, showProgress } from '../core/toasts.ts'
export { base } from '../core/base.ts'
export { address, call, failureOf, reportUnauthorized, upload } from '../core/client.ts'
export { connection, reportUnreachable, waitUntilBack } from '../core/connection.ts'
export { useDialog } from '../core/dialogs.tsx'
export { subscribeFeed } from '../core/subscribe-feed.ts'
export { useLeaveGuard } from '../core/leave-guard.ts'
export {
  currentLocation,
  navigate,
  onNavigate,
  Redirect,
  useQuery,
} from '../core/location.ts'
export { getPreference, setPreference } from '../core/preferences.ts'
export { useNoticeBadge } from '../core/notices.ts'
export { isFormPanel, panelForm, usePanels } from '../core/panels.ts'
export type {
  AccessPanel,
  DialogProps,
  NoticeTools,
  FormPanel,
  Notice,
  PageProps,
  PanelForm,
  Plugin,
  Search,
  SectionChange,
  SectionPanel,
  SettingsPanel,
  PublishNotices,
} from '../core/plugin.ts'
export { refusedPlugins } from '../core/registry.ts'
export { restartStorage } from '../core/restart.ts'
export { allows, session, useSession } from '../core/session.ts'
export { type CallState, useCall } from '../core/use-call.ts'
export { useFeed } from '../core/use-feed.ts'
export { useLiveList, upsert } from '../core/use-live-list.ts'
export { useMissingFeature } from '../core/use-missing-feature.ts'
export { useCallRefusals, useMay, useMaySome, usePermittedCalls, useRefusals } from '../core/use-permissions.ts'
export { useRecovery } from '../core/use-recovery.ts'
