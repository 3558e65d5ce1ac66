import { useCall } from '../../../core/use-call.ts'
import { useLack } from '../../../core/use-lack.ts'
import { Banner } from '../../../core/ui/banner.tsx'
import { Link } from '../../../core/ui/link.tsx'
import { Page } from '../../../core/ui/page.tsx'
import { counted } from '../../../core/ui/words.ts'
import { notifications } from '../contract.ts'
import { type Service, services } from '../services.ts'
import { crumbs } from './crumbs.ts'
import * as styles from './pages.css.ts'

const groups = ['Databases', 'Queues', 'Search and HTTP'] as const

const targets = { one: 'target', many: 'targets' }

const Card = ({ service, known, lack }: { service: Service; known: string[] | undefined; lack: string | undefined }) => {
  // the line keeps its place while it is not known
  const told = known ? (known.length > 0 ? `${counted(known.length, targets)}: ${known.join(', ')}` : 'No target yet') : '\u00A0'
  const words = (
    <>
      <span className={styles.cardTitle}>{service.title}</span>
      <span className={styles.about}>{service.about}</span>
      <span className={styles.targets} title={lack ?? told}>
        {lack ? 'Not on this engine' : told}
      </span>
    </>
  )
  if (lack)
    return (
      <div className={styles.card.closed} title={lack}>
        {words}
      </div>
    )
  return (
    <Link className={styles.card.open} href={`/notification-endpoints/add/${service.code}`}>
      {words}
    </Link>
  )
}

/** The services that a target can be made for (spec/2 section 2). */
export default function Services() {
  const lack = useLack('event-services')
  const list = useCall(notifications.list)
  const known = ({ id }: Service) => list.data && (list.data.notification_endpoints ?? []).filter(({ service }) => service === id).map(({ account_id }) => account_id)
  return (
    <Page title="Add Notification Target" crumbs={crumbs}>
      <div className={styles.content}>
        <p className={styles.intro}>Choose where events of your buckets go. Afterwards a bucket subscribes to the target under Events.</p>
        {lack && <Banner tone="info">{`${lack}.`}</Banner>}
        {groups.map((group) => (
          <section key={group} className={styles.group}>
            <h2 className={styles.groupTitle}>{group}</h2>
            <div className={styles.cards}>
              {services
                .filter((service) => service.group === group)
                .map((service) => (
                  <Card key={service.id} service={service} known={known(service)} lack={service.id === 'webhook' ? undefined : lack} />
                ))}
            </div>
          </section>
        ))}
      </div>
    </Page>
  )
}
