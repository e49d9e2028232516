import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import {
  formatCount,
  formatDecimal,
  formatInterval,
  formatMeasure,
  formatNumber,
  formatPercent,
  formatPValue,
  formatScore,
  formatSigned,
} from '../../src/report/format-number.js';

describe('formatPercent()', () => {
  it.each([
    [0, '0%'],
    [0.0001, '<0.1%'],
    [0.1234, '12.3%'],
    [0.5, '50%'],
    [0.9999, '>99.9%'],
    [1, '100%'],
    [null, 'unknown'],
  ])('prints %d as %s', (fraction, text) => {
    expect(formatPercent(fraction)).toBe(text);
  });

  it('prints 0% and 100% for exactly these only', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (fraction) => {
        expect(formatPercent(fraction) === '0%').toBe(fraction === 0);
        expect(formatPercent(fraction) === '100%').toBe(fraction === 1);
      }),
    );
  });
});

describe('formatSigned()', () => {
  it.each([
    [0.456, '+0.46'],
    [-0.05, '−0.05'],
    [0, '0.00'],
    [-0, '0.00'],
    [-0.004, '0.00'],
    [0.004, '0.00'],
    [null, 'unknown'],
  ])('prints %d as %s', (value, text) => {
    expect(formatSigned(value)).toBe(text);
  });
});

describe('formatPValue()', () => {
  it.each([
    [0.1, '0.1'],
    [0.04762, '0.048'],
    [0.00012, '<0.001'],
    [1, '1'],
    [null, 'unknown'],
  ])('prints %d as %s', (p, text) => {
    expect(formatPValue(p)).toBe(text);
  });
});

describe('formatScore()', () => {
  it.each([
    [0, '0'],
    [0.2, '<1'],
    [43.9, '44'],
    [99.7, '>99'],
    [100, '100'],
    [null, 'unknown'],
  ])('prints %d as %s', (score, text) => {
    expect(formatScore(score)).toBe(text);
  });
});

describe('formatInterval()', () => {
  it('prints each bound, or that there is none', () => {
    expect(formatInterval({ lower: -0.05, upper: 0.6 }, formatSigned)).toBe('−0.05 to +0.60');
    expect(formatInterval({ lower: null, upper: 1 }, formatDecimal)).toBe('unknown to 1.00');
    expect(formatInterval({ lower: null, upper: null }, formatDecimal)).toBe('interval unknown');
  });
});

describe('formatNumber(), formatMeasure(), formatCount()', () => {
  it('group thousands and keep as many digits as are worth reading', () => {
    expect(formatNumber(875_424)).toBe('875,424');
    expect(formatNumber(-12.5)).toBe('−12.5');
    expect(formatNumber(null)).toBe('unknown');
    expect(formatMeasure(0.7219280948873623)).toBe('0.722');
    expect(formatMeasure(0.000123456)).toBe('0.000123');
    expect(formatCount(1, 'suspect')).toBe('1 suspect');
    expect(formatCount(0, 'suspect')).toBe('0 suspects');
  });
});
