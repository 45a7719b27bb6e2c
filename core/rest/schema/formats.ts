import { isIPv6 } from 'node:net';
import { WpError } from '../../api/index.js';
import { toText } from '../values.js';

/** Formatting functions that schema validation needs. */
export interface SchemaFormatting {
  isEmail(text: string): string | boolean;
  sanitizeTextField(text: string): string;
  sanitizeTextareaField(text: string): string;
  sanitizeUrl(url: string): string;
}

const DATE_TIME = /^\d{4}-(\d{2})-(\d{2})[Tt ](\d{2}):(\d{2}):(\d{2})(?:\.\d+)?(?:Z|[+-](\d{2})(?::(\d{2}))?)?$/;
const HEX_COLOR = /^#(?:[0-9a-f]{3}){1,2}$/i;
const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|[01]?\d\d?)\.){3}(?:25[0-5]|2[0-4]\d|[01]?\d\d?)$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Whether a text is a date with a time that PHP parses too (`rest_parse_date`). */
function isDateTime(text: string): boolean {
  const parts = DATE_TIME.exec(text);
  if (!parts) return false;
  const [, month, day, hour, minute, second, offsetHours = 0, offsetMinutes = 0] = parts;
  if (Number(month) > 12 || Number(day) > 31) return false;
  if (Number(hour) > 24 || Number(minute) > 59 || Number(second) > 60) return false;
  return Number(offsetHours) <= 24 && Number(offsetMinutes) <= 59;
}

/** Whether a text is an IP address (`rest_is_ip_address`). */
function isIpAddress(text: string): boolean {
  return IPV4.test(text) || (isIPv6(text) && !text.includes('%'));
}

/** Whether a text is a UUID in lower case (`wp_is_uuid`). */
function isUuid(text: string): boolean {
  return UUID.test(text);
}

/** Refuses a text that does not have the format; unknown formats pass. */
export function checkFormat(
  format: string,
  value: unknown,
  param: string,
  formatting: SchemaFormatting,
): WpError | undefined {
  const text = toText(value);
  switch (format) {
    case 'hex-color':
      return HEX_COLOR.test(text) ? undefined : new WpError('rest_invalid_hex_color', 'Invalid hex color.');
    case 'date-time':
      return isDateTime(text) ? undefined : new WpError('rest_invalid_date', 'Invalid date.');
    case 'email':
      return formatting.isEmail(text) ? undefined : new WpError('rest_invalid_email', 'Invalid email address.');
    case 'ip':
      return isIpAddress(text) ? undefined : new WpError('rest_invalid_ip', `${param} is not a valid IP address.`);
    case 'uuid':
      return isUuid(text) ? undefined : new WpError('rest_invalid_uuid', `${param} is not a valid UUID.`);
    default:
      return undefined;
  }
}

/** Sanitizes a text of the format; unknown formats leave the value unchanged. */
export function sanitizeFormat(
  format: string,
  value: unknown,
  formatting: SchemaFormatting,
): { value: unknown } | undefined {
  const text = toText(value);
  switch (format) {
    case 'hex-color':
      return { value: HEX_COLOR.test(text) ? text : '' };
    case 'date-time':
    case 'email':
    case 'ip':
    case 'uuid':
    case 'text-field':
      return { value: formatting.sanitizeTextField(text) };
    case 'textarea-field':
      return { value: formatting.sanitizeTextareaField(text) };
    case 'uri':
      return { value: formatting.sanitizeUrl(text) };
    default:
      return undefined;
  }
}
