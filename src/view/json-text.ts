/** A value as JSON over several lines, its end included. What a terminal would act on is escaped. */
export function formatJson(value: unknown): string {
  return `${escapeActing(JSON.stringify(value, null, 2))}\n`;
}

/** A value as one line of JSON, its end included. */
export function formatJsonLine(value: unknown): string {
  return `${escapeActing(JSON.stringify(value))}\n`;
}

/** JSON text with everything escaped that a terminal may act on and that JSON leaves as it is. */
export function escapeActing(json: string): string {
  return json.replace(
    /[\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
