//! Logistic regression: weights for which the values foretell the results.

/// Steps of Newton's method; it has settled long before.
const STEPS: usize = 25;
/// How strongly a weight is held to what it was: as if so many positions spoke for it.
const HOLD: f64 = 300.0;

/// New weights, and how far the values are from the results.
pub struct Fit {
    pub weights: Vec<f64>,
    /// The mean logarithmic error of the weights before.
    pub error_before: f64,
    /// The same of the new weights.
    pub error_after: f64,
}

/// Fits weights to `results` (0 to 1), starting from `old` ones and held to them a little. The new values spread as the
/// old ones did, so that a hundredth of a man stays what it was.
pub fn fit(rows: &[Vec<f64>], results: &[f64], old: &[f64]) -> Fit {
    let count = old.len();
    let spread = |weights: &[f64]| {
        let sum: f64 = rows.iter().map(|row| dot(row, weights).powi(2)).sum();
        (sum / rows.len().max(1) as f64).sqrt()
    };
    let unchanged = |error| Fit { weights: old.to_vec(), error_before: error, error_after: error };
    let before = spread(old);
    if rows.is_empty() || before <= 0.0 {
        return unchanged(0.0);
    }
    // How much a hundredth of a man foretells, as things are.
    let scale = best_scale(rows, results, old);
    let start: Vec<f64> = old.iter().map(|weight| weight * scale).collect();
    let error_before = error(rows, results, &start);
    let squares: Vec<f64> =
        (0..count).map(|term| rows.iter().map(|row| row[term] * row[term]).sum()).collect();
    let mut weights = start.clone();
    for _ in 0..STEPS {
        let mut gradient = vec![0.0; count];
        let mut curve = vec![vec![0.0; count]; count];
        for (row, &result) in rows.iter().zip(results) {
            let chance = sigmoid(dot(row, &weights));
            let weight = chance * (1.0 - chance);
            for a in 0..count {
                gradient[a] += (chance - result) * row[a];
                for b in 0..=a {
                    curve[a][b] += weight * row[a] * row[b];
                }
            }
        }
        mirror(&mut curve);
        for a in 0..count {
            let hold = HOLD * squares[a].max(1.0) / rows.len() as f64;
            gradient[a] += hold * (weights[a] - start[a]);
            curve[a][a] += hold + 1e-9;
        }
        let Some(step) = solve(curve, gradient) else { break };
        for (weight, step) in weights.iter_mut().zip(&step) {
            *weight -= step;
        }
        if step.iter().all(|step| step.abs() < 1e-7) {
            break;
        }
    }
    let error_after = error(rows, results, &weights);
    let after = spread(&weights);
    if !(error_after < error_before && after > 0.0 && after.is_finite()) {
        return unchanged(error_before);
    }
    let weights = weights.iter().map(|weight| weight * before / after).collect();
    Fit { weights, error_before, error_after }
}

fn dot(row: &[f64], weights: &[f64]) -> f64 {
    row.iter().zip(weights).map(|(term, weight)| term * weight).sum()
}

fn sigmoid(value: f64) -> f64 {
    1.0 / (1.0 + (-value).exp())
}

fn error(rows: &[Vec<f64>], results: &[f64], weights: &[f64]) -> f64 {
    let one = |(row, &result): (&Vec<f64>, &f64)| {
        let chance = sigmoid(dot(row, weights)).clamp(1e-9, 1.0 - 1e-9);
        -(result * chance.ln() + (1.0 - result) * (1.0 - chance).ln())
    };
    rows.iter().zip(results).map(one).sum::<f64>() / rows.len().max(1) as f64
}

/// The factor for which the old values foretell best, by golden-section search over its logarithm.
fn best_scale(rows: &[Vec<f64>], results: &[f64], old: &[f64]) -> f64 {
    let at = |power: f64| {
        let scaled: Vec<f64> = old.iter().map(|weight| weight * 10_f64.powf(power)).collect();
        error(rows, results, &scaled)
    };
    const RATIO: f64 = 0.618_033_988_75;
    let (mut low, mut high) = (-5.0, -0.5);
    for _ in 0..30 {
        let (a, b) = (high - RATIO * (high - low), low + RATIO * (high - low));
        if at(a) < at(b) { high = b } else { low = a }
    }
    10_f64.powf(f64::midpoint(low, high))
}

/// Fills the upper half of a square table with its lower half.
fn mirror(table: &mut [Vec<f64>]) {
    for row in 0..table.len() {
        let left: Vec<f64> = table[row][..row].to_vec();
        for (column, value) in left.into_iter().enumerate() {
            table[column][row] = value;
        }
    }
}

/// Solves linear equations by elimination; none where they do not determine the unknowns.
fn solve(mut rows: Vec<Vec<f64>>, mut right: Vec<f64>) -> Option<Vec<f64>> {
    let count = right.len();
    for column in 0..count {
        let pivot =
            (column..count).max_by(|&a, &b| rows[a][column].abs().total_cmp(&rows[b][column].abs()))?;
        rows.swap(column, pivot);
        right.swap(column, pivot);
        if rows[column][column].abs() < 1e-12 {
            return None;
        }
        for row in column + 1..count {
            let factor = rows[row][column] / rows[column][column];
            let pivot = rows[column].clone();
            for (own, above) in rows[row].iter_mut().zip(&pivot).skip(column) {
                *own -= factor * above;
            }
            right[row] -= factor * right[column];
        }
    }
    for row in (0..count).rev() {
        for index in row + 1..count {
            right[row] -= rows[row][index] * right[index];
        }
        right[row] /= rows[row][row];
    }
    Some(right)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equations_are_solved() {
        let solved = solve(vec![vec![0.0, 2.0], vec![4.0, 1.0]], vec![6.0, 11.0]).expect("determined");
        assert_eq!(solved, [2.0, 3.0]);
        assert!(solve(vec![vec![1.0, 2.0], vec![2.0, 4.0]], vec![1.0, 2.0]).is_none());
    }

    #[test]
    fn what_decides_gets_the_greater_weight() {
        // The second term decides; the first means nothing.
        let rows: Vec<Vec<f64>> =
            (0..7_000).map(|n| vec![f64::from(n % 7 - 3), f64::from(n % 5 - 2)]).collect();
        let results: Vec<f64> = rows.iter().map(|row| sigmoid(row[1])).collect();
        let fit = fit(&rows, &results, &[100.0, 20.0]);
        assert!(fit.weights[1] > 4.0 * fit.weights[0].abs(), "{:?}", fit.weights);
        assert!(fit.error_after < fit.error_before);
    }
}
