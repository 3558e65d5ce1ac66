import type { LucideIcon } from 'lucide-react'
import type { ComponentType } from 'react'
import type { CallState } from '../../../../core/use-call.ts'
import type { Pod, Tenant, Volume } from '../contract.ts'

/** What each part of a tenant's page is given. `reload` reads the tenant, its pods and its volumes again. */
export type PanelProps = {
  tenant: Tenant
  at: { namespace: string; tenant: string }
  pods: CallState<Pod[]>
  volumes: CallState<{ pvcs?: Volume[] | null | undefined }>
  reload: () => Promise<unknown>
}

/** A part of a tenant's page: where it stands in the side menu, and what it shows. */
export type Panel = {
  id: string
  label: string
  icon: LucideIcon
  count?: (props: PanelProps) => number | undefined
  Panel: ComponentType<PanelProps>
}
