import { useCall, useMissingFeature, useReturn, withReturn } from 'stowage/web'
import { Banner, Card, Cards, Page, Stack } from 'stowage/ui'
import { counted } from 'stowage'
import { notifications } from '../contract.ts'
import { type Service, services } from '../services.ts'
import { crumbs } from './crumbs.ts'
import * as styles from './pages.css.ts'
import * as messages from '../messages.ts'

const groups = ['Databases', 'Queues', 'Search and HTTP'] as const

const targets = { one: 'target', many: 'targets' }

/** Reserves a line while the number is loading. */
const countText = (accounts: string[] | undefined) =>
  accounts
    ? accounts.length > 0
      ? `${counted(accounts.length, targets)}: ${accounts.join(', ')}`
      : 'No target yet'
    : '\u00A0'

/** Services that a target can be created for (spec/2 section 2). */
export default function Services() {
  const missingFeature = useMissingFeature('event-services')
  const list = useCall(notifications.list)
  const back = useReturn()
  const accountsOf = ({ id }: Service) =>
    list.data &&
    (list.data.notification_endpoints ?? []).filter(({ service }) => service === id).map(({ account_id }) => account_id)
  return (
    <Page title="Add Notification Target" crumbs={crumbs}>
      <div className={styles.content}>
        <p className={styles.intro}>{messages.newTargetHelp}</p>
        {missingFeature && <Banner tone="info">{`${missingFeature}.`}</Banner>}
        {groups.map((group) => (
          <Stack as="section" gap={4} key={group}>
            <h2 className={styles.groupTitle}>{group}</h2>
            <Cards>
              {services
                .filter((service) => service.group === group)
                .map((service) => {
                  const closed = service.id === 'webhook' ? undefined : missingFeature
                  return (
                    <Card
                      key={service.id}
                      {...service}
                      href={withReturn(`/notification-endpoints/add/${service.code}`, back)}
                      note={closed ? 'Not available' : countText(accountsOf(service))}
                      disabled={closed}
                    />
                  )
                })}
            </Cards>
          </Stack>
        ))}
      </div>
    </Page>
  )
}
