import type { GenericSchema, InferInput, ObjectEntries } from 'valibot'

/** Schema of a form: an object schema, optionally followed by checks across fields. */
export type FormSchema = GenericSchema<object, object> & { readonly entries: ObjectEntries }

/** Drafts as schema input; empty or incomplete values may be missing. */
export type FormValues<S extends FormSchema> = Partial<InferInput<S>>
