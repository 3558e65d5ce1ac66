import ArrowLeft from 'lucide-react/icons/arrow-left'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import { useState } from 'react'
import { displayName } from 'stowage'
import { canOpenPage, type PageProps } from 'stowage/web'
import { Button, IconButton, Page } from 'stowage/ui'
import { TenantConsoleFrame } from './tenant-console-frame.tsx'

/** The tenant's own console in an iframe (spec/3 2). */
export default function Hop({ params }: PageProps) {
  const [namespace, tenant] = [
    decodeURIComponent(params.tenantNamespace ?? ''),
    decodeURIComponent(params.tenantName ?? ''),
  ]
  const [reloads, setReloads] = useState(0)
  const tenantPath = `/namespaces/${encodeURIComponent(namespace)}/tenants/${encodeURIComponent(tenant)}`
  const back = canOpenPage('/namespaces/:tenantNamespace/tenants/:tenantName') ? tenantPath : '/tenants'
  return (
    <Page
      title="Management"
      crumbs={[
        { label: 'Tenants', href: '/tenants' },
        { label: displayName(tenant), href: back },
      ]}
      actions={
        <>
          <IconButton icon={RefreshCw} label="Refresh" look="bordered" onPress={() => setReloads(reloads + 1)} />
          <Button icon={ArrowLeft} href={back}>
            Back
          </Button>
        </>
      }
    >
      <TenantConsoleFrame namespace={namespace} tenant={tenant} reloads={reloads} />
    </Page>
  )
}
