import type { LucideIcon } from 'lucide-react'
import type { ComponentType } from 'react'
import type { CallState } from 'stowage/web'
import type { Pod, Tenant, Volume } from '../contract.ts'

/** Props of each part of a tenant's page. `reload` reads the tenant, its pods and its volumes again. */
export type PanelProps = {
  tenant: Tenant
  at: { namespace: string; tenant: string }
  pods: CallState<Pod[]>
  volumes: CallState<{ pvcs?: Volume[] | null | undefined }>
  reload: () => Promise<unknown>
}

/** Part of a tenant's page: its entry in the side menu, and its content. */
export type Panel = {
  id: string
  label: string
  icon: LucideIcon
  count?: (props: PanelProps) => number | undefined
  Panel: ComponentType<PanelProps>
}
