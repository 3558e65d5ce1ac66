export { banners, showToast as say, showError as sayFailure, showProgress as sayOngoing } from '../core/toasts.ts'
export { base } from '../core/base.ts'
export { address, call, failureOf, reportUnauthorized as sessionRefused, upload } from '../core/client.ts'
export { connection, reportUnreachable as doubt, waitUntilBack as untilBack } from '../core/connection.ts'
export { useDialog } from '../core/dialogs.tsx'
export { subscribeFeed as follow } from '../core/subscribe-feed.ts'
export { useLeaveGuard } from '../core/leave-guard.ts'
export {
  currentLocation as currentPlace,
  navigate,
  onNavigate as onPlace,
  Redirect,
  useQuery,
} from '../core/location.ts'
export { getPreference as recall, setPreference as remember } from '../core/preferences.ts'
export { useNoticeBadge as useMark } from '../core/notices.ts'
export { isFormPanel, panelForm, usePanels } from '../core/panels.ts'
export type {
  AccessPanel,
  DialogProps,
  NoticeTools as Following,
  FormPanel,
  Notice,
  PageProps,
  PanelForm,
  Plugin,
  Search,
  SectionChange,
  SectionPanel,
  SettingsPanel,
  PublishNotices as Told,
} from '../core/plugin.ts'
export { lastGroup, refusedPlugins } from '../core/registry.ts'
export { restartStorage } from '../core/restart.ts'
export { allows, session, useSession } from '../core/session.ts'
export { type CallState, useCall } from '../core/use-call.ts'
export { useFeed } from '../core/use-feed.ts'
export { useLiveList as useFollowed, upsert as withOne } from '../core/use-live-list.ts'
export { useMissingFeature as useLack } from '../core/use-missing-feature.ts'
export { useCallRefusals, useMay, useMaySome, usePermittedCalls, useRefusals } from '../core/use-permissions.ts'
export { useRecovery } from '../core/use-recovery.ts'
