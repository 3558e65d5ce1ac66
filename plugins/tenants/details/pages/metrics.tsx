import ChartNoAxesColumn from 'lucide-react/icons/chart-no-axes-column'
import CloudOff from 'lucide-react/icons/cloud-off'
import { Empty, Stack } from 'stowage/ui'
import { useMissingFeature } from 'stowage/web'
import { TenantConsoleFrame } from '../../pages/tenant-console-frame.tsx'
import * as styles from './details.css.ts'
import type { PanelProps } from './panel.ts'
import * as messages from '../../messages.ts'

const none = (
  <Empty
    icon={ChartNoAxesColumn}
    title={messages.tenantConsoleWithoutMetrics}
    text={messages.newConsolesShowOnlyObjects}
  />
)

/** Metrics page of the tenant's own console, if it has one (spec/3 2; operator 4.10). */
export const Metrics = ({ at }: PanelProps) => {
  const missingProxy = useMissingFeature('proxied-consoles')
  if (missingProxy) return <Empty icon={CloudOff} title={messages.metricsNotShown} text={missingProxy} />
  return (
    <Stack className={styles.metrics}>
      <TenantConsoleFrame
        namespace={at.namespace}
        tenant={at.tenant}
        to="/metrics"
        needs={{ call: '/api/v1/admin/info?defaultOnly=true', otherwise: none }}
      />
    </Stack>
  )
}
