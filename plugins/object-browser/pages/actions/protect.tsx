import * as v from 'valibot'
import { call } from 'stowage/web'
import { counted, displayName, Failure } from 'stowage'
import { FormDialog, runForEach } from 'stowage/ui'
import { objects, TagKey, TagValue } from '../../contract.ts'
import { noun } from '../items.ts'
import { LegalHold } from '../object/legal-hold.tsx'
import { dayField, endOf, RetentionFields } from '../object/retention-fields.tsx'
import * as messages from '../../messages.ts'

type Props = { bucket: string; keys: readonly string[]; onClose: () => void; onDone: () => void }

/** The object's name, or how many there are. */
const subjectOf = (keys: readonly string[]) =>
  keys.length === 1 ? displayName(keys[0]?.split('/').at(-1) ?? '') : counted(keys.length, noun)

const each = ({ keys, onClose, onDone }: Props, act: (path: string) => Promise<unknown>, done: string) =>
  runForEach({ noun, items: keys, act, done }).then(onClose).finally(onDone)

const newest = (bucket: string, prefix: string) => ({ params: { bucket }, query: { prefix } })

/** Sets or removes a legal hold on the current versions of several objects. */
export const Holds = (props: Props) => (
  <FormDialog
    title="Set Legal Hold"
    size="confirm"
    intro={messages.legalHoldEffect(subjectOf(props.keys))}
    schema={LegalHold}
    initial={{ status: 'enabled' }}
    verb="Set"
    onClose={props.onClose}
    onSubmit={(body) =>
      each(
        props,
        (path) => call(objects.setLegalHold, { ...newest(props.bucket, path), body }),
        body.status === 'enabled' ? 'put under legal hold' : 'released',
      )
    }
  />
)

const Retention = v.object({
  ...RetentionFields,
  sure: v.optional(v.pipe(v.boolean(), v.title('Nobody can shorten it'), v.description(messages.complianceEffect))),
})

/** Sets a retention for the current versions of several objects. */
export const Retentions = (props: Props) => (
  <FormDialog
    title="Set Retention"
    schema={Retention}
    initial={{ mode: 'governance', date: '' }}
    intro={messages.preventsLatestVersion(subjectOf(props.keys))}
    fields={{
      date: dayField,
      sure: { visible: ({ mode }) => mode === 'compliance' },
    }}
    verb="Save"
    blocked={({ mode, date, sure }) =>
      (!(mode && date) && messages.chooseTypeAndDate) ||
      (mode === 'compliance' && !sure && messages.confirmComplianceMode)
    }
    onClose={props.onClose}
    onSubmit={({ mode, date }) =>
      each(
        props,
        (path) => call(objects.setRetention, { ...newest(props.bucket, path), body: { mode, expires: endOf(date) } }),
        'retained',
      )
    }
  />
)

const Tag = v.object({ key: TagKey, value: v.pipe(TagValue, v.nonEmpty('Enter a value')) })

/** Adds or changes one tag of several objects; other tags stay. */
export const TagMany = (props: Props) => (
  <FormDialog
    title="Add Tag"
    size="confirm"
    intro={messages.addsTag(subjectOf(props.keys))}
    schema={Tag}
    fields={{ key: { placeholder: 'project' }, value: { placeholder: 'apollo' } }}
    verb="Save"
    blocked={({ key, value }) => !(key && value) && messages.enterKeyAndValue}
    onClose={props.onClose}
    onSubmit={({ key, value }) =>
      each(
        props,
        async (path) => {
          const input = newest(props.bucket, path)
          const { tags } = await call(objects.info, input)
          // setting tags replaces all of them
          if (!tags) throw new Failure(403, messages.tagsCannotBeRead)
          await call(objects.setTags, { ...input, body: { tags: { ...tags, [key]: value } } })
        },
        'tagged',
      )
    }
  />
)
