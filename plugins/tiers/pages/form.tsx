import { displayName } from 'stowage'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import Layers from 'lucide-react/icons/layers'
import { useId, useRef } from 'react'
import { call, navigate, type PageProps, showToast, useLeaveGuard } from 'stowage/web'
import { Button, Empty, FormFields, Page, useForm } from 'stowage/ui'
import { pageForm as styles } from 'stowage/classes'
import { type NewTier, tiers } from '../contract.ts'
import { type TierType, typeOf } from '../types.ts'
import { fieldsOf, optionsOf, schemaOf } from './fields.tsx'
import { crumbs } from './help.ts'
import * as messages from '../messages.ts'

const TierForm = ({ type }: { type: TierType }) => {
  const id = useId()
  const fields = fieldsOf(type)
  const schema = useRef(schemaOf(type)).current
  const form = useForm({
    schema,
    savedAs: 'page',
    initial: Object.fromEntries(fields.map(({ key, value }) => [key, value])),
    fields: optionsOf(fields),
    onSubmit: async (values) => {
      await call(tiers.add, { body: { type: type.id, [type.id]: values } as NewTier })
      showToast(messages.tierChanged(displayName(String(values.name)), 'added'))
      await navigate('/tiers', { force: true })
    },
  })
  useLeaveGuard(form.dirty && !form.busy)
  return (
    <form id={id} ref={form.element} className={styles.form} noValidate onSubmit={form.submit}>
      <FormFields form={form} />
      <div className={styles.foot}>
        <Button tone="primary" submit busy={form.busy ? 'Saving' : undefined}>
          Save Tier
        </Button>
        <Button href="/tiers">Cancel</Button>
        <span className={styles.note}>{messages.connectionTestHelp}</span>
      </div>
    </form>
  )
}

/** Form for a new tier of one type. */
export default function NewTierPage({ params }: PageProps) {
  const type = typeOf(params.service ?? '')
  const above = [...crumbs, { label: 'Add Tier', href: '/tiers/add' }]
  const back = (
    <Button icon={ArrowLeft} href="/tiers/add">
      Back To Tier Type Selection
    </Button>
  )
  return (
    <Page title={type?.title ?? 'Unknown Type'} crumbs={above} actions={type && back}>
      {type ? (
        <div className={styles.content}>
          <TierForm key={type.id} type={type} />
        </div>
      ) : (
        <Empty icon={Layers} title="Unknown tier type" text={messages.tierTypeRequired} action={back} />
      )}
    </Page>
  )
}
