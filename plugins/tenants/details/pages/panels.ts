import BadgeCheck from 'lucide-react/icons/badge-check'
import Boxes from 'lucide-react/icons/boxes'
import ChartLine from 'lucide-react/icons/chart-line'
import HardDrive from 'lucide-react/icons/hard-drive'
import History from 'lucide-react/icons/history'
import LayoutDashboard from 'lucide-react/icons/layout-dashboard'
import Package from 'lucide-react/icons/package'
import { License } from './license.tsx'
import { Metrics } from './metrics.tsx'
import ShieldCheck from 'lucide-react/icons/shield-check'
import { Security } from '../../security/pages/security.tsx'
import { Timeline } from '../../timeline/pages/timeline.tsx'
import type { Panel } from './panel.ts'
import { Pods } from './pods.tsx'
import { Pools } from './pools.tsx'
import { Summary } from './summary.tsx'
import { Volumes } from './volumes.tsx'

/** Parts of a tenant's page in the order of the side menu; the first is the default. */
export const panels: readonly [Panel, ...Panel[]] = [
  { id: 'summary', label: 'Summary', icon: LayoutDashboard, Panel: Summary },
  { id: 'metrics', label: 'Metrics', icon: ChartLine, Panel: Metrics },
  { id: 'security', label: 'Security', icon: ShieldCheck, Panel: Security },
  { id: 'pools', label: 'Pools', icon: Boxes, count: ({ tenant }) => tenant.pools?.length ?? 0, Panel: Pools },
  { id: 'pods', label: 'Pods', icon: Package, count: ({ pods }) => pods.data?.length, Panel: Pods },
  {
    id: 'volumes',
    label: 'Volumes',
    icon: HardDrive,
    count: ({ volumes }) => volumes.data && (volumes.data.pvcs?.length ?? 0),
    Panel: Volumes,
  },
  { id: 'events', label: 'Events', icon: History, Panel: Timeline },
  { id: 'license', label: 'License', icon: BadgeCheck, Panel: License },
]
