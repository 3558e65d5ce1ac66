export { banners, say, sayFailure, sayOngoing } from '../core/banners.ts'
export { base } from '../core/base.ts'
export { address, call, failureOf, sessionRefused, upload } from '../core/client.ts'
export { connection, doubt, untilBack } from '../core/connection.ts'
export { useDialog } from '../core/dialogs.tsx'
export { follow } from '../core/follow.ts'
export { useLeaveGuard } from '../core/leave-guard.ts'
export { currentPlace, navigate, onPlace, Redirect, useQuery } from '../core/location.ts'
export { recall, remember } from '../core/memory.ts'
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
export { useFollowed, withOne } from '../core/use-followed.ts'
export { useLack } from '../core/use-lack.ts'
export { useCallRefusals, useMay, useMaySome, usePermittedCalls, useRefusals } from '../core/use-may.ts'
export { useRecovery } from '../core/use-recovery.ts'
