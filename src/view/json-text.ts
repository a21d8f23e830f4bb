/** A value as JSON over several lines, its end included. JSON escapes C0 only; what else a terminal acts on is escaped too. */
export function formatJson(value: unknown): string {
  return `${escapeActing(JSON.stringify(value, null, 2))}\n`;
}

/** A value as one line of JSON, its end included. */
export function formatJsonLine(value: unknown): string {
  return `${escapeActing(JSON.stringify(value))}\n`;
}

function escapeActing(json: string): string {
  return json.replace(
    /[\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
