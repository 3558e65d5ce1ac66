export { banners, say, sayFailure, sayOngoing } from '../core/toasts.ts'
export { base } from '../core/base.ts'
export { address, call, failureOf, sessionRefused, upload } from '../core/client.ts'
export { connection, doubt, untilBack } from '../core/connection.ts'
export { useDialog } from '../core/dialogs.tsx'
export { follow } from '../core/subscribe-feed.ts'
export { useLeaveGuard } from '../core/leave-guard.ts'
export { currentPlace, navigate, onPlace, Redirect, useQuery } from '../core/location.ts'
export { recall, remember } from '../core/preferences.ts'
export { useMark } from '../core/notices.ts'
export { isFormPanel, panelForm, usePanels } from '../core/panels.ts'
export type {
  AccessPanel,
  DialogProps,
  Following,
  FormPanel,
  Notice,
  PageProps,
  PanelForm,
  Plugin,
  Search,
  SectionChange,
  SectionPanel,
  SettingsPanel,
  Told,
} from '../core/plugin.ts'
export { lastGroup } from '../core/registry.ts'
export { restartStorage } from '../core/restart.ts'
export { allows, session, useSession } from '../core/session.ts'
export { type CallState, useCall } from '../core/use-call.ts'
export { useFeed } from '../core/use-feed.ts'
export { useFollowed, withOne } from '../core/use-live-list.ts'
export { useLack } from '../core/use-missing-feature.ts'
export { useCallRefusals, useMay, useMaySome, usePermittedCalls, useRefusals } from '../core/use-permissions.ts'
export { useRecovery } from '../core/use-recovery.ts'
