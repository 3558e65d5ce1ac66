import ArrowLeft from 'lucide-react/icons/arrow-left'
import Building2 from 'lucide-react/icons/building-2'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import { useState } from 'react'
import { displayName } from 'stowage'
import { canOpenPage, type PageProps, useCall } from 'stowage/web'
import { Button, Empty, IconButton, Page } from 'stowage/ui'
import { details } from '../details/contract.ts'
import { useLiveParts } from '../details/pages/use-live-parts.ts'
import { TenantConsoleFrame } from './tenant-console-frame.tsx'
import * as messages from '../messages.ts'

/** The tenant's own console in an iframe (spec/3 2). */
export default function Hop({ params }: PageProps) {
  const [namespace, tenant] = [
    decodeURIComponent(params.tenantNamespace ?? ''),
    decodeURIComponent(params.tenantName ?? ''),
  ]
  const [reloads, setReloads] = useState(0)
  const tenantPath = `/namespaces/${encodeURIComponent(namespace)}/tenants/${encodeURIComponent(tenant)}`
  const source = useCall(details.tenant, { params: { namespace, tenant } })
  const ignore = async () => {}
  useLiveParts({ namespace, tenant }, { tenant: source.reload, pods: ignore, volumes: ignore, events: ignore })
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
      {source.error?.status === 404 ? (
        <Empty
          icon={Building2}
          title={messages.tenantMissing(displayName(tenant), displayName(namespace))}
          text={source.data ? messages.tenantDeletedMeanwhile : messages.tenantMayBeDeleted}
        />
      ) : (
        <TenantConsoleFrame namespace={namespace} tenant={tenant} reloads={reloads} />
      )}
    </Page>
  )
}
