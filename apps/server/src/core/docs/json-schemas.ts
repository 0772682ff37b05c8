import { z } from 'zod'
import { schemaNames } from './schema-names.ts'

/** JSON Schema 2020-12, which OpenAPI 3.1 uses. */
export type JsonSchema = Record<string, unknown>

const definitions = '#/$defs/'
const components = '#/components/schemas/'

for (const [schema, id] of schemaNames) z.globalRegistry.add(schema, { ...z.globalRegistry.get(schema), id })

/** Converts schemas of the contract. Those with a name become references to `named`, which holds every one that was met. */
export function createJsonSchemas() {
  const named: Record<string, JsonSchema> = {}

  /** The schema of what a caller sends ('input') or receives ('output'). */
  function convert(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
    // Within another schema, so that a named one is converted to a reference, too.
    const whole = z.toJSONSchema(z.object({ it: schema }), { io, unrepresentable: 'any', override })
    const { properties, $defs = {} } = JSON.parse(JSON.stringify(whole).replaceAll(definitions, components))
    for (const [name, definition] of Object.entries<JsonSchema>($defs)) addNamed(name, definition)
    return properties.it
  }

  function addNamed(name: string, { id: _, ...definition }: JsonSchema): void {
    const known = named[name]
    if (known && JSON.stringify(known) !== JSON.stringify(definition)) {
      throw new Error(`${name} is sent in another form than it is received: give the two schemas different names`)
    }
    named[name] = definition
  }

  return { named, convert }
}

/**
 * Drops what a reader does not need: the range of all safe integers, and that answers have no other fields, because some may be added.
 * JSON Schema has a list of examples.
 */
function override({ jsonSchema }: { jsonSchema: JsonSchema }): void {
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
  if (jsonSchema.example !== undefined) {
    jsonSchema.examples = [jsonSchema.example]
    delete jsonSchema.example
  }
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
}
