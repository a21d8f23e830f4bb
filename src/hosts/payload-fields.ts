/** Reads of untyped JSON: every answer is the value when it has the asked type, else null. */

export type Fields = Readonly<Record<string, unknown>>;

/** The value as an object; null for anything else, arrays included. */
export function asFields(value: unknown): Fields | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null;
}

/** A nested object; an empty one when it is missing, so that reads can be chained. */
export function fieldsOf(fields: Fields, key: string): Fields {
  return asFields(fields[key]) ?? {};
}

/** A string; null when missing, empty or of another type. */
export function textOf(fields: Fields, key: string): string | null {
  const value = fields[key];
  return typeof value === 'string' && value !== '' ? value : null;
}

/** A finite number; null when missing or of another type. */
export function numberOf(fields: Fields, key: string): number | null {
  const value = fields[key];
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

/** True only for the JSON value `true` and the string `"true"`, which models write now and then. */
export function isSet(fields: Fields, key: string): boolean {
  return fields[key] === true || fields[key] === 'true';
}

/** The objects of a list; null when the field is no list. */
export function listOf(fields: Fields, key: string): readonly Fields[] | null {
  const value = fields[key];
  if (!Array.isArray(value)) return null;
  return value.map(asFields).filter((item) => item !== null);
}

/** A value that a host hands over as JSON text, or as it is; undefined when the text is no JSON. */
export function jsonOf(fields: Fields, key: string): unknown {
  const value = fields[key];
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    // A plain text result is not damage: it only tells us nothing.
    return undefined;
  }
}

/** The same for an object; empty when it is none. */
export function jsonFieldsOf(fields: Fields, key: string): Fields {
  return asFields(jsonOf(fields, key)) ?? {};
}
