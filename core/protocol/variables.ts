import * as v from 'valibot'
import { mustBeHttpAddress, mustBeOnOrOff, mustBeToken } from '../messages.ts'

/** An environment variable that a plugin reads. */
export type Variable<Value = unknown> = {
  /** Upper-case words that begin with `CONSOLE_`. */
  name: string
  /** Parses the text. Its message completes the sentence `CONSOLE_HISTORY is "x", but …`: `it must be on or off`. */
  schema: v.GenericSchema<string, Value>
  /** Text that applies if the variable is not set. Without one, the value is then `undefined`. */
  default?: string
  /** Documents what happens if it is not set and has no default: `generated`. */
  unset?: string
  /** Its effect, in sentences, for the documentation. */
  help: string
  /** Whether it can also be read from a file (`…_FILE`) and its value is never repeated. */
  isSecret?: boolean
}

/** The environment variables of a plugin, by the names that its adapters use for them. */
export type PluginConfig = Readonly<Record<string, Variable>>

/** Parsed values of a plugin's variables. */
export type ConfigValues<C extends PluginConfig> = {
  readonly [Key in keyof C]: v.InferOutput<C[Key]['schema']> | (C[Key] extends { default: string } ? never : undefined)
}

/** Parses a text. Returns the value, or the message of the schema. */
export const parseVariable = ({ schema }: Variable, text: string): { value: unknown } | { problem: string } => {
  const parsed = v.safeParse(schema, text)
  return parsed.success ? { value: parsed.output } : { problem: parsed.issues[0].message }
}

/** Values of variables that are not set. Throws if a default does not fit its schema. */
export const defaultValues = <C extends PluginConfig>(config: C): ConfigValues<C> =>
  Object.fromEntries(
    Object.entries(config).map(([key, variable]) => [
      key,
      variable.default === undefined ? undefined : v.parse(variable.schema, variable.default),
    ]),
  ) as ConfigValues<C>

/** `on`, `off` or common synonyms. */
export const onOff = v.pipe(
  v.string(),
  v.regex(/^(on|true|yes|1|off|false|no|0)$/i, mustBeOnOrOff),
  v.transform((text) => /^(on|true|yes|1)$/i.test(text)),
)

/** An http or https address. */
export const httpAddress = v.pipe(
  v.string(),
  v.check((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol), mustBeHttpAddress),
  v.transform((text) => new URL(text)),
)

/** A bearer token: text that a header can contain. */
export const bearerToken = v.pipe(v.string(), v.regex(/^[!-~]+$/, mustBeToken))
