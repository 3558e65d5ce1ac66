import { displayName } from 'stowage'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import {
  call,
  navigate,
  type PageProps,
  returnAddress,
  showToast,
  useMissingFeature,
  useReturn,
  withReturn,
} from 'stowage/web'
import { Button, Empty, Page } from 'stowage/ui'
import BellRing from 'lucide-react/icons/bell-ring'
import { notifications } from '../contract.ts'
import { serviceOf } from '../services.ts'
import { crumbs } from './crumbs.ts'
import * as styles from './pages.css.ts'
import { TargetForm } from './target-form.tsx'
import * as messages from '../messages.ts'

/** A form for a new target of one service. */
export default function AddTarget({ params }: PageProps) {
  const service = serviceOf(params.service ?? '')
  const missingFeature = useMissingFeature('event-services')
  const back = useReturn()
  const services = withReturn('/notification-endpoints/add', back)
  const parentCrumbs = [...crumbs, { label: 'Add Notification Target', href: services }]
  const backButton = (
    <Button icon={ArrowLeft} href={services}>
      Back To Supported Services
    </Button>
  )
  if (!service || (missingFeature && service.id !== 'webhook'))
    return (
      <Page title={service?.title ?? 'Unknown Service'} crumbs={parentCrumbs}>
        <Empty
          icon={BellRing}
          title={service ? messages.serviceNotAvailable(service.title) : 'There is no such service'}
          text={service && missingFeature ? `${missingFeature}.` : messages.serviceRequired}
          action={backButton}
        />
      </Page>
    )
  return (
    <Page title={service.title} crumbs={parentCrumbs} actions={backButton}>
      <div className={styles.content}>
        <TargetForm
          key={service.id}
          service={service}
          onSave={async (account_id, properties) => {
            await call(notifications.add, { body: { service: service.id, account_id, properties } })
            showToast(messages.targetChanged(`${service.id}:${displayName(account_id)}`, 'added'))
            const to = back ? returnAddress(back, { target: `${account_id}:${service.id}` }) : '/notification-endpoints'
            await navigate(to, { force: true })
          }}
        />
      </div>
    </Page>
  )
}
