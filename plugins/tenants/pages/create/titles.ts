import { getMetadata, getTitle, type GenericSchema } from 'valibot'
import { type Step, steps } from '../../create/steps.ts'

export const titles = {
  setup: 'Setup',
  configure: 'Configure',
  images: 'Images',
  placement: 'Pod Placement',
  identity: 'Identity Provider',
  security: 'Security',
  encryption: 'Encryption',
} as const
export const order = Object.keys(titles) as Step[]

type Entry = GenericSchema & { wrapped?: Entry }

const entryOf = (step: Step, name: string): Entry | undefined =>
  (steps[step].entries as Readonly<Record<string, Entry>>)[name]
const titleOf = (entry: Entry | undefined): string | undefined =>
  entry ? (getTitle(entry) ?? titleOf(entry.wrapped)) : undefined
const optionsOf = (entry: Entry | undefined): unknown =>
  entry ? (getMetadata(entry).options ?? optionsOf(entry.wrapped)) : undefined

/** Label of a step's field. */
export const fieldTitle = (step: Step, name: string) => titleOf(entryOf(step, name)) ?? name

/** `identity.secret_id`: "Secret ID (Identity Provider)". */
export const fieldName = (field: string) => {
  const [step, name] = field.split('.') as [Step, string]
  return `${fieldTitle(step, name)} (${titles[step]})`
}

/** Label of a choice. */
export const choiceTitle = (step: Step, name: string, value: string) =>
  (optionsOf(entryOf(step, name)) as Readonly<Record<string, string>> | undefined)?.[value] ?? value
